import { openDatabaseForCommand } from "~db/connect-cli";

/** A command for tests: prints the port of its database, or "no" if the environment says otherwise. */
const database = await openDatabaseForCommand();
console.log(process.env.DATABASE_URL === database.url ? new URL(database.url).port : "no");
await database.close();
