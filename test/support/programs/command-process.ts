import { openDatabaseForCommand } from "~db/connect-cli";

/** A command for tests: prints the port of the database it got, "no" unless the environment says the same. */
const database = await openDatabaseForCommand();
console.log(process.env.DATABASE_URL === database.url ? new URL(database.url).port : "no");
await database.close();
