"""Games being played: scenes and their tests, bots, simulation, terminal. May import `engine` and below."""
