/**
 * Under `npm start` and `npm run` there is a shell in between: npm sends it SIGTERM, and it dies without passing that
 * on. This process then suddenly has another parent, and treats that as the signal.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  watch.unref();
}
