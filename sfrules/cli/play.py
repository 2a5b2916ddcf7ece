def play() -> None:
    """stub"""
