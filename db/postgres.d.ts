import "postgres";

declare module "postgres" {
  interface Sql {
    /** Of patches/postgres+3.4.9.patch: until `admit`, every query fails with this error, also what runs or waits now. */
    refuse(toError: () => globalThis.Error): void;
    admit(): void;
  }
}
