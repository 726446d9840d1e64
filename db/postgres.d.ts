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

  interface UnsafeQueryOptions {
    /**
     * From the same patch, for `raw`: makes a value of its bytes, which are the driver's and change when this returns.
     * By default a buffer of its own. @param column counted from 0
     */
    copyRaw?(bytes: Buffer, column: number): unknown;
  }
}
