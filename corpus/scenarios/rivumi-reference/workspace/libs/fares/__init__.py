"""Fares in cents."""

TABLE = {"north": 1250, "south": 980}


def fare_in_cents(route: str, passengers: int) -> int:
    return TABLE[route] * passengers
