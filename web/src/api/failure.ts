import { observable, useObservable } from '../browser/observable.ts'

/** What the error page shows: a missing page, or a server fault with its request id. */
export type Failure = { type: 'NOT_FOUND' } | { type: 'FAULT'; requestId: string }

const failure = observable<Failure | null>(null)

/** Replaces the page by the error page until the next navigation. */
export const raise = failure.set
export const useFailure = () => useObservable(failure)
