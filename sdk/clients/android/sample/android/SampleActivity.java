package com.voltline.sample;

import android.app.Activity;
import android.content.Intent;
import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import android.net.Uri;
import android.os.Bundle;
import android.provider.Settings;
import android.view.View;
import android.widget.ImageView;
import com.voltline.sdk.Ad;
import com.voltline.sdk.VoltlineClient;
import com.voltline.sdk.VoltlineException;
import java.io.IOException;
import java.net.URL;

/** A banner at the bottom of a screen. Needs the INTERNET permission in the manifest. */
public final class SampleActivity extends Activity {
    private static final String SERVER = "https://your.voltline";
    private static final String API_KEY = "YOUR_KEY";
    private static final long UNIT = 101;

    @Override
    protected void onCreate(Bundle state) {
        super.onCreate(state);
        final ImageView banner = new ImageView(this);
        setContentView(banner);
        String device = Settings.Secure.getString(getContentResolver(), Settings.Secure.ANDROID_ID);
        final VoltlineClient voltline = new VoltlineClient(SERVER, API_KEY, device);
        // The client blocks on the network, so it runs on its own thread.
        new Thread() {
            @Override
            public void run() {
                load(voltline, banner);
            }
        }.start();
    }

    private void load(final VoltlineClient voltline, final ImageView banner) {
        try {
            voltline.session(null, "1.0");
            final Ad ad = voltline.requestAd(UNIT, null, true);
            final Bitmap picture = BitmapFactory.decodeStream(new URL(ad.materials.get(0)).openStream());
            runOnUiThread(new Runnable() {
                @Override
                public void run() {
                    show(ad, picture, banner);
                }
            });
            voltline.report(ad, VoltlineClient.IMPRESSION);
        } catch (VoltlineException nothingToShow) {
            // AD_NOTFOUND or another refusal: show nothing.
        } catch (IOException pictureLost) {
            // Without its image the ad was not shown, so nothing is reported.
        }
    }

    private void show(final Ad ad, Bitmap picture, ImageView banner) {
        banner.setImageBitmap(picture);
        banner.setOnClickListener(new View.OnClickListener() {
            @Override
            public void onClick(View tapped) {
                startActivity(new Intent(Intent.ACTION_VIEW, Uri.parse(ad.clickUrl)));
            }
        });
    }
}
