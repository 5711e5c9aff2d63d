module example.com/orders

go 1.24

require github.com/jackc/pgx/v5 v5.7.2
