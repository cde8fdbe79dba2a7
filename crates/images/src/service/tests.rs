use kernel::{RepositoryError, Role, Timestamp, UserId};

use super::*;
use crate::name::Encoding;
use crate::ports::{MockImageRepository, MockImageStore};

const NOW: Timestamp = Timestamp::from_unix_millis(1_795_172_280_123);

struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        NOW
    }
}

fn images(repository: MockImageRepository, store: MockImageStore) -> Images {
    Images::new(Arc::new(repository), Arc::new(store), Arc::new(FixedClock))
}

fn name(digit: u8) -> ImageName {
    ImageName::of(&[digit; 32], Encoding::Jpeg)
}

fn upload(repository: MockImageRepository, store: MockImageStore) -> Result<Uploaded, ImageError> {
    let sizes = vec![(ImageSize::Full, vec![1, 2, 3]), (ImageSize::Px48, vec![4])];
    let image = EncodedImage { name: name(7), width: 60, height: 50, sizes };
    images(repository, store).upload(&Actor { id: UserId(1), role: Role::User }, &image)
}

#[test]
fn an_upload_has_its_row_before_its_bytes() {
    let (mut repository, mut store) = (MockImageRepository::new(), MockImageStore::new());
    let mut order = mockall::Sequence::new();
    repository
        .expect_insert()
        .withf(|new| (new.owner, new.bytes, new.at) == (UserId(1), 3, NOW))
        .times(1)
        .in_sequence(&mut order)
        .returning(|_| Ok(InsertOutcome::Inserted));
    store.expect_put().times(2).in_sequence(&mut order).returning(|_, _, _| Ok(()));
    let uploaded = upload(repository, store).unwrap();
    assert_eq!((uploaded.url, uploaded.width, uploaded.height), (name(7).url(), 60, 50));
}

#[test]
fn an_image_that_is_being_deleted_is_not_stored() {
    let mut repository = MockImageRepository::new();
    repository.expect_insert().returning(|_| Ok(InsertOutcome::BeingDeleted));
    let refused = upload(repository, MockImageStore::new());
    assert!(matches!(refused, Err(ImageError::BeingDeleted)));
}

#[test]
fn a_full_store_refuses_the_upload() {
    let (mut repository, mut store) = (MockImageRepository::new(), MockImageStore::new());
    repository.expect_insert().returning(|_| Ok(InsertOutcome::Inserted));
    store.expect_put().returning(|_, _, _| Err(RepositoryError::Full("disk".into())));
    let refused = upload(repository, store);
    assert!(matches!(refused, Err(ImageError::Repository(RepositoryError::Full(_)))));
}

#[test]
fn a_size_that_is_not_kept_is_the_full_one() {
    let mut store = MockImageStore::new();
    store.expect_get().returning(|asked, size| {
        Ok((*asked == name(1) && size != ImageSize::Px400).then(|| vec![size.pixels() as u8]))
    });
    let images = images(MockImageRepository::new(), store);
    assert_eq!(images.find(&name(1), ImageSize::Px48).unwrap(), [48]);
    assert_eq!(images.find(&name(1), ImageSize::Px400).unwrap(), [0]);
    assert!(matches!(images.find(&name(2), ImageSize::Px48), Err(ImageError::NotFound)));
}

#[test]
fn rows_are_deleted_after_their_bytes() {
    let (mut repository, mut store) = (MockImageRepository::new(), MockImageStore::new());
    let mut order = mockall::Sequence::new();
    let mut batches = [2, 1, 0].into_iter();
    repository
        .expect_mark_unreferenced()
        .withf(|before| *before == NOW.before(UNREFERENCED_RETENTION))
        .times(3)
        .returning(move |_| Ok(batches.next().unwrap()));
    repository.expect_marked().times(1).returning(|| Ok(vec![name(1), name(2)]));
    store.expect_delete().times(2).in_sequence(&mut order).returning(|_| Ok(()));
    repository.expect_delete().times(1).in_sequence(&mut order).returning(|_| Ok(()));
    repository.expect_marked().times(1).returning(|| Ok(vec![]));
    assert_eq!(images(repository, store).delete_unreferenced().unwrap(), 2);
}

fn audience(shown: bool, own: bool, asker: Option<Actor>) -> Result<Audience, ImageError> {
    let mut repository = MockImageRepository::new();
    repository.expect_is_shown().returning(move |_| Ok(shown));
    repository
        .expect_is_shown_to()
        .withf(|_, asker| asker.uploaded_after == NOW.before(OWN_UPLOAD_SHOWN))
        .returning(move |_, _| Ok(own));
    images(repository, MockImageStore::new()).audience(&name(1), asker)
}

#[test]
fn an_image_is_shown_to_everybody_or_to_the_asker() {
    let ann = Some(Actor { id: UserId(1), role: Role::User });
    assert_eq!(audience(true, false, None).unwrap(), Audience::Everybody);
    assert_eq!(audience(true, true, ann).unwrap(), Audience::Everybody);
    assert_eq!(audience(false, true, ann).unwrap(), Audience::Asker);
    for asker in [None, ann] {
        assert!(matches!(audience(false, false, asker), Err(ImageError::NotFound)));
    }
}
