import type { HandlersOf } from '../../../../shared/ipc/contract.ts'
import type { placeCalls } from '../../../../shared/ipc/place-calls.ts'
import type { PlacesService } from './places-service.ts'

/** Handlers of the calls about places for backups. */
export function placeHandlers(places: PlacesService): HandlersOf<typeof placeCalls> {
  return {
    'places.list': () => places.placesState(),
    'places.save': (input) => places.savePlace(input),
    'places.test': (input) => places.test(input),
    'places.forget': (input) => places.forgetPlace(input),
    'places.setAutomatic': (input) => places.setAutomatic(input),
    'places.send': (input) => places.sendNow(input),
    'places.pause': (input) => places.pause(input),
    'places.cancel': (input) => places.cancelSending(input),
    'places.backups': (input) => places.backups(input),
    'places.bring': (input) => places.bring(input),
    'places.check': (input) => places.check(input),
    'places.removeBackup': (input) => places.removeBackup(input),
  }
}
