def build() -> None:
    """stub"""
