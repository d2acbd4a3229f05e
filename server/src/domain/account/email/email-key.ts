/** Identifies an account. Two spellings of one address are one account; plus-addresses are different accounts. */
export const emailKey = (email: string): string => email.normalize('NFKC').trim().toLowerCase()
