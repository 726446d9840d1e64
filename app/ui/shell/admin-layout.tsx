import { PrefetchPageLinks, useLocation, useNavigation } from "@remix-run/react";
import { type ReactNode, useRef } from "react";
import type { AdminShell } from "~/ui/hooks/admin-shell";
import { useBrowserLayoutEffect } from "~/ui/hooks/use-browser-layout-effect";
import { useClientLinks } from "~/ui/hooks/use-client-links";
import { IconMenu2 } from "~/ui/icons/icons";
import { Disclosure } from "~/ui/parts/disclosure";
import { AccountMenu, AccountSection } from "./account";
import { AdminNav } from "./admin-nav";
import { ShopSwitcher } from "./shop-switcher";
import { ShortcutKeys } from "./shortcut-keys";

/** Navigation around a page: a column on wide screens, a bar with a disclosure (native, so it works without scripts) on narrow ones. */
export function AdminPageLayout({ shell, children }: { shell: AdminShell; children: ReactNode }) {
  const { ref, ahead } = useClientLinks();
  const mainRef = useFocusOnNavigation();
  const isBusy = useNavigation().state !== "idle";
  return (
    <ShortcutKeys shell={shell}>
      <div ref={ref} className="pn-layout">
        {ahead && <PrefetchPageLinks page={ahead} />}
        <a href="#main" className="pn-skip">
          Skip to content
        </a>
        <div className="pn-loading" data-busy={isBusy || undefined} aria-hidden="true" />
        <header className="pn-side">
          <ShopSwitcher shell={shell} />
          <AdminNav role={shell.role} />
          <AccountMenu shell={shell} />
        </header>
        <header className="pn-top">
          <ShopSwitcher shell={shell} />
          <Disclosure className="pn-disclosure" label="Menu" summary={<IconMenu2 size={20} />}>
            <div className="pn-disclosure-panel">
              <AdminNav role={shell.role} />
              <AccountSection shell={shell} />
            </div>
          </Disclosure>
        </header>
        <main id="main" ref={mainRef} tabIndex={-1} className="pn-main">
          {children}
        </main>
      </div>
    </ShortcutKeys>
  );
}

/**
 * Moves the focus to the start of a new page, from wherever the old page's link was. Runs before the page is shown, so
 * that somebody who goes to its search field at once keeps the focus.
 */
function useFocusOnNavigation() {
  const ref = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useBrowserLayoutEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    ref.current?.focus({ preventScroll: true });
  }, [pathname]);
  return ref;
}
