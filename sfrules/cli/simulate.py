def simulate() -> None:
    """stub"""
