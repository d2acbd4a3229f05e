/** What makes an address the account's id: two spellings of one address are one account, plus-addresses are not. */
export const emailKey = (email: string): string => email.normalize('NFKC').trim().toLowerCase()
