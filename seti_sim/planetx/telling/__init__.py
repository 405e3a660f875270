"""The Search for Planet X told to a person: events in English (`phrases`), what seats know (`knowledge`), the board as text
(`board`), a whole game turn by turn (`narrate`)."""
