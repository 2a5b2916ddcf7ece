"""The pages of the rulebook, one module for each noun: a Book in, names and texts of Markdown files out."""
