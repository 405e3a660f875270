"""Data, variants and compiler: reading and refusing, the English of components, and that the engine obeys all of it.

- `test_tree`, `test_data`, `test_describe`: files, overlays, errors, the printed values, their English.
- `test_vocabulary_…`: each verb, condition, event and count, put on a card by a variant, changes the state as it says.
- `test_keys_…`: each number and word of the data, changed by a variant, changes the game as printed.
- `test_fuzz_…`: what nobody should write is refused in one line, or played to the end.
"""
