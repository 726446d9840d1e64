import { Menu, useMantineColorScheme } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import IconChevronDown from "@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs";
import IconDeviceDesktop from "@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs";
import IconLogout from "@tabler/icons-react/dist/esm/icons/IconLogout.mjs";
import IconMoon from "@tabler/icons-react/dist/esm/icons/IconMoon.mjs";
import IconSun from "@tabler/icons-react/dist/esm/icons/IconSun.mjs";
import { type AdminShell, ROLE_WORDS } from "~/features/staff/staff";

const SCHEMES = [
  { value: "light", label: "Light", icon: IconSun },
  { value: "dark", label: "Dark", icon: IconMoon },
  { value: "auto", label: "Like the system", icon: IconDeviceDesktop },
] as const;

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join("");

/** Who is signed in, their role, colour scheme and sign-out. Without scripts a link to the sign-out page stands in. */
export function UserMenu({ shell }: { shell: AdminShell }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu position="top-start" width={232} withinPortal={false} keepMounted={false}>
        <Menu.Target>
          <button type="button" className="pn-user">
            <span className="pn-avatar" aria-hidden="true">
              {initials(shell.name)}
            </span>
            <span className="pn-user-text">
              <span className="pn-user-name">{shell.name}</span>
              <span className="pn-user-role">{ROLE_WORDS[shell.role]}</span>
              <span className="pn-hidden">Account menu</span>
            </span>
            <IconChevronDown size={16} aria-hidden className="pn-user-chevron" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{shell.email}</Menu.Label>
          {SCHEMES.map(({ value, label, icon: Glyph }) => (
            <Menu.Item
              key={value}
              role="menuitemradio"
              aria-checked={colorScheme === value}
              leftSection={<Glyph size={16} aria-hidden />}
              rightSection={colorScheme === value ? <span aria-hidden="true">✓</span> : null}
              onClick={() => setColorScheme(value)}
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Form method="post" action="/admin/sign-out">
            <Menu.Item type="submit" leftSection={<IconLogout size={16} aria-hidden />}>
              Sign out
            </Menu.Item>
          </Form>
        </Menu.Dropdown>
      </Menu>
      <noscript>
        <Link to="/admin/sign-out">Sign out</Link>
      </noscript>
    </>
  );
}
