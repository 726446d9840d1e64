ALTER TABLE "portal_settings" DROP CONSTRAINT "portal_settings_language_check";--> statement-breakpoint
ALTER TABLE "portal_settings" ADD CONSTRAINT "portal_settings_language_check" CHECK (language in ('en','de','fr','es','it','nl','pt-BR','pt-PT','da','sv','nb','fi','pl','cs','ja','ko','zh-Hans','zh-Hant','tr','ar'));
