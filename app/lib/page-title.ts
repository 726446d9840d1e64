/** `<title>` of an admin page, the particular part first: that is what a narrow tab still shows. */
export const pageTitle = (title: string): string => `${title} · Perennial`;
