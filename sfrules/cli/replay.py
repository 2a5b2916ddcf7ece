def replay() -> None:
    """stub"""
