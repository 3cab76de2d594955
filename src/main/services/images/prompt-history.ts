import { z } from 'zod'
import { fail } from '../../../shared/errors.ts'
import type { ImagePrompts } from '../../../shared/image.ts'
import { earlierPromptsMax, favouritePromptsMax } from '../../../shared/image-kinds.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import type { ImageJobs } from '../../storage/image-jobs.ts'
import type { Preferences } from '../../storage/preferences.ts'
import { parsed } from '../../storage/stored-json.ts'

const preference = 'image-favourite-prompts'

export interface PromptHistoryParts {
  readonly jobs: Pick<ImageJobs, 'recentPrompts'>
  readonly preferences: Preferences
}

/** Prompts of images to use again: the user's favourites, and those of the newest requests. */
export class PromptHistory {
  private readonly parts: PromptHistoryParts

  constructor(parts: PromptHistoryParts) {
    this.parts = parts
  }

  prompts(): ImagePrompts {
    const favourites = this.favourites()
    const recent = this.parts.jobs.recentPrompts(earlierPromptsMax + favourites.length)
    return { favourites, earlier: recent.filter((one) => !favourites.includes(one)).slice(0, earlierPromptsMax) }
  }

  setFavourite({ favourite, prompt }: CallInput<'images.setFavouritePrompt'>): ImagePrompts {
    const others = this.favourites().filter((one) => one !== prompt)
    if (favourite && others.length >= favouritePromptsMax) fail('invalid_input', 'too many favourite prompts')
    this.parts.preferences.set(preference, JSON.stringify(favourite ? [prompt, ...others] : others))
    return this.prompts()
  }

  private favourites(): readonly string[] {
    const stored = this.parts.preferences.get(preference)
    return stored === null ? [] : (z.array(z.string()).safeParse(parsed(stored)).data ?? [])
  }
}
