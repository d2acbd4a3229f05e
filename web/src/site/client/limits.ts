/*
 * The contract carries a schema library that no public page should have to load, so the few limits that the
 * pages' scripts need stand here; a test holds them equal to the contract's.
 */
export const headerBorderPx = 50
