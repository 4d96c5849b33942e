"""Three-dimensional chess: rules, boards and a strong engine."""
