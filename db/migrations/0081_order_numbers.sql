CREATE TABLE "order_numbers" (
	"shop_id" bigint NOT NULL,
	"last" bigint NOT NULL,
	CONSTRAINT "order_numbers_pkey" PRIMARY KEY("shop_id")
);--> statement-breakpoint
-- Orders bring their own id now, counted shop by shop. A web process of the release before still has Postgres give it: far
-- from all that a shop counts, so that the two never meet.
ALTER SEQUENCE "orders_id_seq" RESTART WITH 1000000000001;
