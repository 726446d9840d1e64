import { TabLinks } from "~/ui/parts/tab-links";

const NAMES = { "/admin/mails": "Mails", "/admin/mails/text-messages": "Text messages" } as const;

/** What has gone out, by its way. */
export function SentTabs({ current }: { current: keyof typeof NAMES }) {
  const tabs = Object.entries(NAMES).map(([to, text]) => ({ to, text, isCurrent: to === current }));
  return <TabLinks label="What was sent" tabs={tabs} />;
}
