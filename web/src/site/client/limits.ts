/*
 * The contract imports a schema library that is too large for a public page, so the limits that the pages' scripts
 * need are repeated here. A test compares them with the contract's.
 */
export const headerBorderPx = 50
