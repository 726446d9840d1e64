/// <reference types="@remix-run/dev" />
import "@remix-run/server-runtime";

/** Loader data keeps its types over the wire (Dates stay Dates): remix.config.js switches single fetch on. */
declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}
