import { fail } from '../../../../shared/errors.ts'
import { failureOf } from '../../../faults.ts'
import type { Place } from '../../../places/place.ts'
import type { KeepRule } from '../backup-rules.ts'
import { packsOf } from './placed-manifest.ts'
import {
  computerFolder,
  isProbe,
  manifestFolder,
  manifestPath,
  packFolders,
  packPath,
  readManifestName,
  readPack,
} from './placed-names.ts'
import { listManifests, mustStillBeThere, readManifest } from './placed-reader.ts'
import { beyondKeepAt, type KnownBackup } from './placed-rules.ts'

export interface TidyWish {
  /** Limits for the backups of this computer; null removes none by them. */
  readonly rule: KeepRule | null
  /** Manifests to remove in any case. */
  readonly removing: readonly string[]
  /** `named`: only packs of the removed manifests. Another computer may be sending packs that no manifest names yet. */
  readonly scope: 'all' | 'named'
}

/**
 * Removes old backups of this computer from a place, then packs that no manifest uses and parts of cut uploads. Removes
 * nothing while it is unsure which manifests exist: throws `place_list_cut` if the list omits some, and `place_changed`
 * if a manifest is damaged. Returns the manifests of `known` that remain.
 */
export async function tidyPlace(
  place: Place,
  computer: string,
  known: readonly KnownBackup[],
  { rule, removing, scope }: TidyWish,
): Promise<readonly KnownBackup[]> {
  await mustStillBeThere(place, computer, known)
  const { manifests, whole } = await listManifests(place, computer)
  const listed = new Set(manifests.map(({ name }) => name))
  for (const { name } of known)
    if (!listed.has(name) && !(await place.lacks(manifestPath(computer, name))))
      fail('place_list_cut', 'a backup that is there is not listed')
  if (!whole) fail('place_list_cut', 'the list may end early')
  const still = known.filter(({ name }) => listed.has(name))
  const old = new Set([...(rule === null ? [] : beyondKeepAt(manifests, still, rule)), ...removing])
  // read before anything is removed: an unreadable manifest must keep its packs
  const used = new Set<string>()
  const unused = new Set<string>()
  for (const { name } of manifests)
    if (!old.has(name)) for (const pack of packsOf(await readManifest(place, computer, name))) used.add(pack.name)
    else if (scope === 'named')
      for (const pack of packsOf(await readManifest(place, computer, name))) unused.add(pack.name)
  for (const { name } of manifests) if (old.has(name)) await place.removeFile(manifestPath(computer, name))
  for (const folder of packFolders(computer))
    for (const { name, isFolder } of (await place.listFolder(folder)).files) {
      const pack = readPack(name)
      const isOld = pack !== null && !used.has(pack) && (scope === 'all' || unused.has(pack))
      if (isOld) await place.removeFile(packPath(computer, pack))
      else if (scope === 'all' && !isFolder && isPart(name)) await place.removeFile(`${folder}/${name}`)
    }
  if (scope === 'all')
    for (const folder of [computerFolder(computer), manifestFolder(computer)])
      for (const { isFolder, name } of (await place.listFolder(folder)).files)
        if (!isFolder && (isPart(name) || isProbe(name))) await place.removeFile(`${folder}/${name}`)
  return still.filter(({ name }) => !old.has(name))
}

/** Returns true for a part of a cut upload of a pack, a manifest or a probe, by its whole name. */
function isPart(name: string): boolean {
  const [, whole = ''] = /^(.*)\.[0-9a-f-]{8,36}\.part$/.exec(name) ?? []
  return readPack(whole) !== null || readManifestName(whole) !== null || isProbe(whole)
}

/** Returns true if an error while tidying up is worth reporting; the next backup reports a missing place. */
export function isTidyFault(cause: unknown): boolean {
  const { code } = failureOf(cause)
  return code === 'place_list_cut' || code === 'place_changed' || code === 'place_empty'
}
