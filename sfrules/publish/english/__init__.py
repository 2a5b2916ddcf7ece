"""Typed rules -> English, from nouns to sentences. Each module knows those before it; `prose` is the way in."""
