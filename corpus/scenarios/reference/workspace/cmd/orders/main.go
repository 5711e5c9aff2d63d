package main

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"net/http"
	"os"

	_ "github.com/jackc/pgx/v5/stdlib"

	"example.com/orders/internal/store"
)

func main() {
	log := slog.New(slog.NewJSONHandler(os.Stdout, nil))
	if err := run(context.Background(), log); err != nil {
		log.Error("stopped", "err", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, log *slog.Logger) error {
	addr := os.Getenv("ORDERS_ADDR")
	if addr == "" {
		return errors.New("ORDERS_ADDR is not set")
	}
	db, err := sql.Open("pgx", os.Getenv("ORDERS_DSN"))
	if err != nil {
		return err
	}
	defer db.Close()
	mux := http.NewServeMux()
	mux.Handle("GET /orders/{id}", store.New(db).Handler(log))
	log.InfoContext(ctx, "listening", "addr", addr)
	return http.ListenAndServe(addr, mux)
}
