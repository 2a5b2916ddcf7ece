def explain() -> None:
    """stub"""
