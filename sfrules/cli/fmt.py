def fmt() -> None:
    """stub"""
