/**
 * Under `npm start` and `npm run` a shell stands between: npm hands SIGTERM to it, and it dies without handing it on. Then
 * this process is suddenly somebody else's child, which it takes for the signal.
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
