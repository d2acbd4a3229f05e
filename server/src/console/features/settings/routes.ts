import { sharedSettings } from '@voltline/contract'
import { ok } from '@voltline/kernel'
import type { FeatureServices } from '../../feature.ts'

/** The screens show the limits that the server enforces. */
export function registerSettings({ handle, settings }: FeatureServices): void {
  handle(sharedSettings, async () => ok({ searchDays: settings.searchDays }))
}
