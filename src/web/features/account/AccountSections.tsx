import { DevicesSection } from './DevicesSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { PrivacySection } from './PrivacySection.tsx'

/** The account sections of the profile page: login methods, devices and personal data. */
export function AccountSections() {
  return (
    <>
      <PasswordSection />
      <DevicesSection />
      <PrivacySection />
    </>
  )
}
