import "postgres";

declare module "postgres" {
  interface Sql {
    /**
     * From patches/postgres+3.4.9.patch: until `admit`, every query fails with this error, including running and
     * waiting ones.
     */
    refuse(toError: () => globalThis.Error): void;
    admit(): void;
  }
}
