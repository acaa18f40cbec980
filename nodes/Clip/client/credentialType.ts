/** The name of the credential type that both nodes use. */
export const CREDENTIAL = 'videoClippingApi';
