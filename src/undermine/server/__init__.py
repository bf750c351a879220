"""The table server: rooms, seats, stored games and the sockets that show them."""
