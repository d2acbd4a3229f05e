import { sharedSettings } from '@voltline/contract'
import { ok } from '@voltline/kernel'
import type { FeatureParts } from '../../feature.ts'

/** The screens say the limits that the server holds them to. */
export function registerSettings({ handle, settings }: FeatureParts): void {
  handle(sharedSettings, async () => ok({ searchDays: settings.searchDays }))
}
