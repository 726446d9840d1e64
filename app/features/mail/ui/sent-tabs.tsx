import { TabLinks } from "~/ui/parts/tab-links";

const NAMES = { "/admin/mails": "Mails", "/admin/mails/text-messages": "Text messages" } as const;

/** Tabs for what was sent, by channel. */
export function SentTabs({ current }: { current: keyof typeof NAMES }) {
  const tabs = Object.entries(NAMES).map(([to, text]) => ({ to, text, isCurrent: to === current }));
  return <TabLinks label="What was sent" tabs={tabs} />;
}
