"""stub"""
def reference_pages(desk):
    return []
