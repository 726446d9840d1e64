/**
 * The storefront page's only script, inlined with its nonce. A change of quantity or choice is sent to the server at
 * once, and the new price replaces the old one without a page load or a history entry. The page also works without the
 * script; when the server does not answer, the button "Update price" appears again.
 */
const SOURCE = `
(() => {
  const form = document.querySelector("form");
  const parts = (root) => root.querySelectorAll("[data-live]");
  let abort;
  const quote = async () => {
    abort?.abort();
    const own = (abort = new AbortController());
    const search = "?" + new URLSearchParams(new FormData(form));
    history.replaceState(history.state, "", search);
    try {
      const response = await fetch(search, { signal: own.signal });
      const html = await response.text();
      const next = document.createElement("template");
      next.innerHTML = html.slice(html.indexOf("<main"));
      const [now, then] = [parts(document), parts(next.content)];
      if (!response.ok || now.length !== then.length) throw response;
      now.forEach((part, index) => {
        if (part.innerHTML !== then[index].innerHTML) part.innerHTML = then[index].innerHTML;
      });
      form.classList.add("live");
    } catch {
      if (!own.signal.aborted) form.classList.remove("live");
    }
  };
  const settle = (input) => {
    const less = input.parentElement.querySelector("[name=less]");
    if (!less) return;
    less.disabled = !(input.value > 0);
  };
  form.addEventListener("click", (event) => {
    const button = event.target.closest("[name=add],[name=less]");
    if (!button) return;
    event.preventDefault();
    const input = button.parentElement.querySelector("input");
    const step = button.name === "add" ? 1 : -1;
    input.value = Math.min(999, Math.max(0, (Number.parseInt(input.value, 10) || 0) + step));
    settle(input);
    if (button.disabled) input.focus({ preventScroll: true });
    quote();
  });
  form.addEventListener("input", (event) => {
    settle(event.target);
    quote();
  });
  form.addEventListener("submit", (event) => {
    if (event.submitter?.name) return;
    event.preventDefault();
    quote();
  });
  form.classList.add("live");
})();
`;

/** Without the white space that only serves readability here. */
export const STOREFRONT_SCRIPT = SOURCE.replaceAll(/\n\s*/g, "\n").trim();
