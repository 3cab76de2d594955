import { rmSync } from 'node:fs'
import { AppImageUpdater, type AppUpdater, NsisUpdater, type UpdateInfo } from 'electron-updater'
import { z } from 'zod'
import { fail } from '../../../shared/errors.ts'
import { isVersion } from '../../../shared/versions.ts'
import type { FeedRequests } from './feed-requests.ts'
import { replaceProgram } from './program-file.ts'

/** The adapter through which electron-updater uses the app. */
type Adapter = NonNullable<ConstructorParameters<typeof NsisUpdater>[1]>

export interface InstallsSafely {
  /** Installs the download; false on failure. Synchronous. */
  install(isSilent: boolean, isForceRunAfter: boolean): boolean
}

const feedSchema = z.object({
  // The library remembers every version that passes here, and a later download loads it.
  version: z.string().refine(isVersion),
  tag: z.string().max(200).exactOptional(),
  releaseNotes: z
    .union([z.string(), z.array(z.object({ version: z.string(), note: z.string().nullable() })).max(100)])
    .nullable()
    .catch(null),
  stagingPercentage: z.number().exactOptional(),
  minimumSystemVersion: z.string().max(64).exactOptional(),
  files: z
    .array(
      z.object({
        url: z.string().min(1).max(2_000),
        sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
        size: z.number().exactOptional(),
        isAdminRightsRequired: z.boolean().exactOptional(),
      }),
    )
    .min(1)
    .max(50),
})

/** Returns the used part of a feed; the rest, such as web installers, is dropped. */
function taken(info: unknown): UpdateInfo {
  const { data, error } = feedSchema.safeParse(info)
  if (data === undefined) fail('update_not_understood', z.prettifyError(error).slice(0, 200))
  return { ...data, path: '', sha512: '', releaseDate: '' }
}

/** Applies the same rules to each kind of program. */
function prepare(updater: AppUpdater, requests: FeedRequests): void {
  Object.assign(updater, { httpExecutor: requests })
  updater.autoDownload = false
  // the shell installs at the end of an orderly quit
  updater.autoInstallOnAppQuit = false
  updater.disableWebInstaller = true
  updater.disableDifferentialDownload = true
  updater.logger = null
}

/** An AppImage. Also checks for updates in every copy that only reports them. */
export class AppImageProgram extends AppImageUpdater implements InstallsSafely {
  private readonly keep: (program: string) => void

  /** `keep` keeps the program file that is about to be replaced. Never throws. */
  constructor(adapter: Adapter, requests: FeedRequests, keep: (program: string) => void) {
    super(null, adapter)
    prepare(this, requests)
    this.keep = keep
  }

  override isUpdaterActive(): boolean {
    return true
  }

  protected override async getUpdateInfoAndProvider(): ReturnType<AppUpdater['getUpdateInfoAndProvider']> {
    const found = await super.getUpdateInfoAndProvider()
    return { ...found, info: taken(found.info) }
  }

  protected override doInstall(): boolean {
    const { installerPath } = this
    const program = process.env.APPIMAGE
    const sha512 = this.downloadedUpdateHelper?.downloadedFileInfo?.sha512
    if (installerPath === null || program === undefined || sha512 === undefined) return false
    this.keep(program)
    replaceProgram(program, installerPath, sha512)
    rmSync(installerPath, { force: true })
    return true
  }
}

/** A program installed by a Windows installer; electron-updater checks its signature. */
export class WindowsProgram extends NsisUpdater implements InstallsSafely {
  constructor(adapter: Adapter, requests: FeedRequests) {
    super(null, adapter)
    prepare(this, requests)
  }

  protected override async getUpdateInfoAndProvider(): ReturnType<NsisUpdater['getUpdateInfoAndProvider']> {
    const found = await super.getUpdateInfoAndProvider()
    return { ...found, info: taken(found.info) }
  }
}
