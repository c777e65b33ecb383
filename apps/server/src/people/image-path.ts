/** The path of an image within the service, as stored in the rows that show it. */
export const imagePath = (id: string, size: number) => `/api/v1/images/${id}/${size}.webp`;
