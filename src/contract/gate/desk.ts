import { deskList } from '#contract/lists/lists.ts'
import { plateMatches, readReasons } from './gate-reads.ts'
import { directions, scanOutcomes, scanReasons, verdicts } from './guard-scans.ts'

/** Who saw a car at the gate. */
export const scanSources = ['guard', 'camera'] as const

/**
 * What guards scanned and cameras read at the gates, with what became of it. A camera's read is `applied` if it moved its
 * booking or stayed without one, `already` if the booking was where it says.
 */
export const gateScanList = deskList({
  name: 'gate-scans',
  menu: { group: 'parking', rank: 30 },
  permission: 'guards.view',
  personal: true,
  opens: { screen: 'bookings', permission: 'bookings.view', id: 'booking_id' },
  columns: {
    at: { kind: 'instant', sortable: true, zone: 'timezone' },
    /** As the camera read it; otherwise that of the booking. */
    plate: { kind: 'code' },
    booking_code: { kind: 'code' },
    direction: { kind: 'choice', words: 'scan_directions' },
    verdict: { kind: 'choice', words: 'scan_verdicts' },
    reason: { kind: 'choice', words: 'scan_reasons' },
    admitted: { kind: 'flag' },
    outcome: { kind: 'choice', words: 'scan_outcomes', showsState: true },
    /** Why the booking did not allow it. */
    conflict: { kind: 'choice', words: 'scan_reasons' },
    park: { kind: 'text' },
    source: { kind: 'choice', words: 'scan_sources' },
    seen_by: { kind: 'text' },
    matched_by: { kind: 'choice', words: 'plate_matches', extra: true },
    device: { kind: 'text', extra: true },
    received_at: { kind: 'instant', sortable: true, extra: true, zone: 'timezone' },
    booking_id: { kind: 'code', extra: true },
    timezone: { kind: 'text', extra: true },
  },
  filters: {
    park: { kind: 'text' },
    source: { kind: 'choice', values: scanSources, words: 'scan_sources' },
    direction: { kind: 'choice', values: directions, words: 'scan_directions' },
    verdict: { kind: 'choice', values: verdicts, words: 'scan_verdicts' },
    reason: { kind: 'choice', values: [...new Set([...scanReasons, ...readReasons])], words: 'scan_reasons' },
    conflict: { kind: 'choice', values: scanReasons, words: 'scan_reasons' },
    matched_by: { kind: 'choice', values: plateMatches, words: 'plate_matches' },
    admitted: { kind: 'flag' },
    booking: { kind: 'text' },
    seen_by: { kind: 'text' },
    at: { kind: 'days' },
  },
  states: scanOutcomes,
  sort: '-at',
})
