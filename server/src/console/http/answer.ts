import type { ErrorCode } from '@voltline/contract'
import { type Micros, wonText } from '@voltline/kernel'

/** Part of the language since ES2026, not yet of the compiler's library. */
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown }

/** JSON text of an answer. Money stays an integer until here and is written digit by digit, so no float rounds it. */
export const answerText = (answer: { error: ErrorCode } & Record<string, unknown>): string =>
  JSON.stringify(answer, (_, value: unknown) =>
    typeof value === 'bigint' ? rawJSON(wonText(value as Micros)) : value,
  )
