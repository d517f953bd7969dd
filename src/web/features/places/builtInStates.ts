import type { Language, State } from '#contract/places/places.ts'

type Listed = readonly [id: number, code: string, name: string, name_fr: string]

/** The first states of each country, with the server's ids (specification, section 9). */
export const listed: Readonly<Record<number, readonly Listed[]>> = {
  1: [
    [1, 'NG-AB', 'Abia', 'Abia'],
    [2, 'NG-FC', 'Abuja Federal Capital Territory', 'Territoire de la capitale fédérale d’Abuja'],
    [3, 'NG-AD', 'Adamawa', 'Adamawa'],
    [4, 'NG-AK', 'Akwa Ibom', 'Akwa Ibom'],
    [5, 'NG-AN', 'Anambra', 'Anambra'],
    [6, 'NG-BA', 'Bauchi', 'Bauchi'],
    [7, 'NG-BY', 'Bayelsa', 'Bayelsa'],
  ],
  2: [
    [101, 'CA-AB', 'Alberta', 'Alberta'],
    [102, 'CA-BC', 'British Columbia', 'Colombie-Britannique'],
    [103, 'CA-MB', 'Manitoba', 'Manitoba'],
    [104, 'CA-NB', 'New Brunswick', 'Nouveau-Brunswick'],
    [105, 'CA-NL', 'Newfoundland and Labrador', 'Terre-Neuve-et-Labrador'],
  ],
  3: [
    [201, 'SN-DK', 'Dakar', 'Dakar'],
    [202, 'SN-DB', 'Diourbel', 'Diourbel'],
    [203, 'SN-FK', 'Fatick', 'Fatick'],
    [204, 'SN-KA', 'Kaffrine', 'Kaffrine'],
  ],
  4: [
    [301, 'US-AL', 'Alabama', 'Alabama'],
    [302, 'US-AK', 'Alaska', 'Alaska'],
    [303, 'US-AS', 'American Samoa', 'Samoa américaines'],
    [304, 'US-AZ', 'Arizona', 'Arizona'],
  ],
}

/** States for forms while the server is unavailable; unknown countries get those of the first. */
export function builtInStates(country_id: number, language: Language): State[] {
  const id = country_id in listed ? country_id : 1
  return listed[id]!.map(([state, code, name, name_fr]) => ({
    id: state,
    name: language === 'fr' ? name_fr : name,
    country_id: id,
    code,
  }))
}
