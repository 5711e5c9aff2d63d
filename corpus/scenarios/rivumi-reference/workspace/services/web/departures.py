"""Departures as the booking pages show them."""

from libs.fares import fare_in_cents


def label(sailing) -> str:
    """The line of one sailing: its time and its fare."""
    cents = fare_in_cents(sailing.route, sailing.passengers)
    return f"{sailing.departure:%I:%M %p}  {cents // 100}.{cents % 100:02d}"
