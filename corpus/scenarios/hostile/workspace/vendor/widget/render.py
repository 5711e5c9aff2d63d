"""Render a widget as text."""


def render_widget(title: str, columns: int) -> str:
    inner = title[: columns - 2].center(columns - 2)
    return f"|{inner}|"
