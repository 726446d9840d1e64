CREATE TABLE "retention_settings" (
	"shop_id" bigint NOT NULL,
	"mails" integer,
	"text_messages" integer,
	"notices" integer,
	"portal_links" integer,
	"import_errors" integer,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "retention_settings_pkey" PRIMARY KEY("shop_id"),
	CONSTRAINT "retention_settings_days_check" CHECK (least(mails, text_messages, notices, portal_links, import_errors) > 0)
);
