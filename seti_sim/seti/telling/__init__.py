"""SETI told to a person: actions in English (`phrases`), the board as text (`board`), a whole game turn by turn (`narrate`,
and `narrate_solo` for what the rival of a solo game does). Commands and report tell games in these words."""
