CREATE TABLE "ended_products" (
	"shop_id" bigint NOT NULL,
	"contract_id" bigint NOT NULL,
	"entry_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	CONSTRAINT "ended_products_pkey" PRIMARY KEY("shop_id","contract_id","entry_id","product_id")
);
--> statement-breakpoint
ALTER TABLE "fact_states" ADD COLUMN "products_from" date;--> statement-breakpoint
CREATE INDEX "ended_products_product_idx" ON "ended_products" USING btree ("shop_id","product_id","contract_id","entry_id");